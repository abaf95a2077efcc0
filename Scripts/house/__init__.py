"""Checks of house rules that the compiler does not enforce.

A check is a function from a `Tree` to findings, in a module of `checks/`. Each check has a test in `Scripts/tests` in
which it fails. Python 3.9 and its standard library are enough.
"""
