"""All checks, in the order in which they are run."""

from . import (
    availability, changelog, circles, commands, coverage, extensions, graph, imports, leftovers, links, manifests, scripts, sizes,
    snippets, surprises, words,
)

ALL = [
    imports, manifests, graph, circles, availability, extensions, sizes, surprises, leftovers, links, commands,
    coverage, snippets, changelog, scripts, words,
]
