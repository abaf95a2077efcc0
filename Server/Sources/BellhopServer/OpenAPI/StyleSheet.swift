/// The page's style: a navigation column and a text column, in the system's font and colour scheme.
enum StyleSheet {
    static let text = """
        :root { color-scheme: light dark; --ink: #1c1b19; --soft: #6b665e; --paper: #fdfcfa; --tint: #f4f1ec; --line: #e2ddd4;
          --link: #8a4b08; --get: #22643c; --write: #6a4300; --delete: #9a2420; --focus: #b45f06; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #ece8e1; --soft: #a8a196; --paper: #171614; --tint: #211f1c; --line: #37332d;
            --link: #f0b46a; --get: #86d3a2; --write: #f0c069; --delete: #f79a92; --focus: #f0b46a; } }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1.5rem; }
        body { margin: 0; background: var(--paper); color: var(--ink); display: grid;
          grid-template-columns: minmax(15rem, 20rem) minmax(0, 1fr);
          font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1.25rem 4rem 1.75rem;
          background: var(--tint); border-right: 1px solid var(--line); font-size: .875rem; }
        nav .name { font-size: 1.05rem; font-weight: 650; margin: 0 0 1.25rem; }
        nav h2 { font-size: .8125rem; margin: 1.25rem 0 .25rem; padding: 0; border: 0; }
        nav h2 a { color: var(--soft); }
        nav ul { list-style: none; margin: 0; padding: 0; }
        nav li a { display: flex; gap: .5rem; align-items: baseline; padding: .2rem 0; color: var(--ink); }
        nav li span:last-child { overflow-wrap: anywhere; }
        main { max-width: 56rem; padding: 2.5rem clamp(1.25rem, 4vw, 4rem) 6rem; }
        h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.01em; margin: 0 0 1rem; }
        h2 { font-size: 1.5rem; margin: 4rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
        h3 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
        article { margin: 2.5rem 0; }
        article.body { padding-left: 1.25rem; border-left: 3px solid var(--line); }
        p { margin: .5rem 0; max-width: 42rem; }
        .keys, caption, small { color: var(--soft); font-size: .875rem; font-weight: 400; }
        a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
        nav a { text-decoration: none; }
        a:hover { text-decoration: underline; }
        :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
        article:target > h3, code:target { background: color-mix(in srgb, var(--focus) 14%, transparent);
          border-radius: 4px; box-shadow: 0 0 0 .3rem color-mix(in srgb, var(--focus) 14%, transparent); }
        code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
        pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem;
          overflow-x: auto; line-height: 1.5; }
        .table { overflow-x: auto; margin: 1rem 0; }
        table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
        caption { text-align: left; padding-bottom: .35rem; }
        th, td { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-top: 1px solid var(--line); }
        thead th { color: var(--soft); font-weight: 500; font-size: .8125rem; }
        tbody th { font-weight: 400; white-space: nowrap; }
        .method { font: 600 .75rem/1 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--write); }
        .method.get { color: var(--get); }
        .method.delete { color: var(--delete); }
        nav .method { flex: 0 0 3.4rem; }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
        @media (max-width: 52rem) {
          body { display: block; }
          nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } }
        @media print { nav, .skip { display: none; } body { display: block; } }
        """
}
