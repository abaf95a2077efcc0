"""The house rules as programs: what the compiler does not see to, but a reader relies on.

A check is a function from a `Tree` to findings, in a module of `checks/`. It must be able to fail: each has a test in
`Scripts/tests` that hands it a broken tree. Python 3.9 and its standard library are enough.
"""
