"""All checks, in the order in which they are run."""

from . import (
    availability, bundles, changelog, circles, commands, coverage, extensions, graph, imports, leftovers, links, manifests,
    privacy, project, scripts, sizes, snippets, surprises, words,
)

ALL = [
    imports, manifests, graph, circles, availability, extensions, project, bundles, privacy, sizes, surprises, leftovers,
    links, commands, coverage, snippets, changelog, scripts, words,
]
