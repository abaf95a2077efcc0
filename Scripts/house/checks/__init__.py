"""All checks, in the order of their execution."""

from . import (
    availability, bundles, changelog, circles, commands, coverage, extensions, graph, imports, leftovers, links, manifests,
    privacy, project, scripts, sizes, snippets, safety, words,
)

ALL = [
    imports, manifests, graph, circles, availability, extensions, project, bundles, privacy, sizes, safety, leftovers,
    links, commands, coverage, snippets, changelog, scripts, words,
]
