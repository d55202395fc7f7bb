"""The style sheet of pages."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --line: #d0d7de; --soft: #f6f8fa; --accent: #0969da;
  --hit: #fff8c5; --faint: #57606a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --line: #30363d; --soft: #161b22;
  --accent: #4493f8; --hit: #3b2f00; --faint: #9198a1; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1, p { overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; }
code, pre { font: 0.85rem/1.45 ui-monospace, monospace; }
summary { cursor: pointer; padding: 0.25rem; border-radius: 4px; overflow-wrap: anywhere; }
summary:focus-visible, pre:focus-visible, .wide:focus-visible { outline: 2px solid var(--accent); }
small, caption, .facts { color: var(--faint); }
.files { padding-left: 1.6rem; }
.files > li { margin: 0.4rem 0; }
.place { margin: 0.3rem 0 0.3rem 0.4rem; padding-left: 0.6rem; border-left: 2px solid var(--line); }
table { border-collapse: collapse; margin: 0.4rem 0; }
caption { text-align: left; }
th, td { padding: 0.15rem 0.6rem 0.15rem 0; text-align: left; vertical-align: top; }
td:last-child { overflow-wrap: anywhere; }
.evidence th, .evidence td:not(:last-child) { white-space: nowrap; }
.bar { display: inline-block; width: 5rem; height: 0.6rem; margin-right: 0.5rem; background: var(--soft);
  border: 1px solid var(--line); border-radius: 3px; overflow: hidden; vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--accent); }
.code { overflow-x: auto; padding: 0.5rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
.number { color: var(--faint); user-select: none; }
mark { display: inline-block; min-width: 100%; background: var(--hit); color: inherit; }
.agree { color: #1a7f37; } .disagree { color: #9a6700; } .none { color: #cf222e; }
.wide { overflow-x: auto; }
svg { display: block; }
svg rect { fill: var(--soft); stroke: var(--line); }
svg text { fill: var(--ink); font: 12px ui-monospace, monospace; }
svg path { fill: none; stroke: var(--faint); }
"""
