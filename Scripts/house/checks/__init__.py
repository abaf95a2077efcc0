"""All checks, in the order of their execution."""

from . import (
    availability, bundles, changelog, circles, commands, coverage, extensions, graph, imports, language, leftovers,
    links, manifests, privacy, project, safety, scripts, sizes, snippets, words,
)

ALL = [
    imports, manifests, graph, circles, availability, extensions, project, bundles, privacy, sizes, safety, leftovers,
    links, commands, coverage, snippets, changelog, scripts, words, language,
]
