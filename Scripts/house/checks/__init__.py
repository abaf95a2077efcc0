"""All checks, in the order in which they are run."""

from . import (
    availability, changelog, circles, commands, extensions, graph, imports, leftovers, links, manifests, scripts, sizes,
    surprises, words,
)

ALL = [
    imports, manifests, graph, circles, availability, extensions, sizes, surprises, leftovers, links, commands,
    changelog, scripts, words,
]
