import { markOf } from './vendors.ts';
import type { Vendor } from './vendors.ts';

/**
 * The style of every page here: no script, no external resource, light and dark, small for a popup.
 */
const STYLE = `
:root{color-scheme:light dark;--bg:#f3f5f8;--card:#fff;--ink:#1b1d21;--soft:#545a63;--line:#858c96;--faint:#dce0e6;--blue:#1f5fa8;--on-blue:#fff;--tint:#e8f0fa}
@media(prefers-color-scheme:dark){:root{--bg:#121316;--card:#1c1e22;--ink:#f1f2f4;--soft:#b8bec7;--line:#79818c;--faint:#33373d;--blue:#8bbcf7;--on-blue:#06131e;--tint:#17283c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--ink);font:15px/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-width:27.5rem;margin:0 auto;padding:1rem}
main.wide{max-width:46rem}
.card{background:var(--card);border:1px solid var(--faint);border-radius:12px;padding:1.25rem;margin-bottom:1rem}
.brand{display:flex;align-items:center;gap:.5rem;font-size:.85rem;font-weight:600;color:var(--soft);margin:0 0 .75rem}
.brand::before{content:"";width:.9rem;height:.9rem;border-radius:4px;background:var(--blue)}
h1{font-size:1.35rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1rem;margin:0 0 .5rem}
p{margin:0 0 .75rem;color:var(--soft)}
fieldset{border:0;margin:0 0 .75rem;padding:0}
legend{font-weight:600;padding:0;margin-bottom:.4rem}
.choice{position:relative;display:flex;flex-wrap:wrap;align-items:center;gap:0 .65rem;padding:.3rem .7rem;min-height:44px;border:1px solid var(--line);border-radius:8px;margin-bottom:.35rem}
.choice:has(:checked){border-color:var(--blue);background:var(--tint)}
.choice:focus-within,button:focus-visible,a:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
.choice input{position:relative;z-index:1;margin:0;accent-color:var(--blue)}
.choice input:focus{outline:0}
.choice label{font-weight:600}
.choice label::after{content:"";position:absolute;inset:0}
.choice small{margin-inline-start:auto;color:var(--soft)}
ul{margin:0 0 1rem;padding-inline-start:1.2rem}
.actions{display:flex;gap:.6rem}
button{flex:1;min-height:44px;border-radius:8px;border:1px solid var(--line);background:var(--card);color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
button.primary{background:var(--blue);border-color:var(--blue);color:var(--on-blue)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{overflow-wrap:anywhere;text-align:start;padding:.3rem .9rem .3rem 0;border-top:1px solid var(--faint);vertical-align:top}
th{font-weight:600;white-space:nowrap}
.field{display:grid;grid-template-columns:2fr 3fr;gap:.3rem 1rem;align-items:center;padding:.35rem 0;border-top:1px solid var(--faint)}
@media(max-width:32rem){.field{grid-template-columns:1fr}}
.field>:first-child{font-weight:600}
.field.changed{border-inline-start:3px solid var(--blue);padding-inline-start:.6rem}
select,input[inputmode]{width:100%;min-height:44px;padding:0 .6rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink);font:inherit}
select:focus-visible,input:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
.boxes{display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.boxes label{display:flex;align-items:center;gap:.35rem;min-height:32px}
form .actions{margin-top:.75rem}
body.vendor{font-family:var(--font)}
.vendor .card,.vendor .choice,.vendor button{border-radius:var(--radius)}
.vendor .card{border-top:6px solid var(--brand)}
.vendor .brand{font-size:1.05rem;color:var(--ink)}
.vendor .brand::before{content:none}
.vendor button.primary{background:var(--brand);border-color:var(--brand);color:#fff}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere;user-select:all}
`;

/**
 * @param page.body HTML with all variables escaped @param page.script runs after it; constant text
 * only
 */
export function htmlPage(page: { title: string; body: string; vendor?: Vendor | undefined; isWide?: boolean; script?: string }): string {
    const { vendor } = page;
    const look = vendor
        ? ` class="vendor" style="--brand:${vendor.color};--radius:${vendor.radius};--font:${escapeHtml(vendor.font)}"`
        : '';
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(page.title)}</title>
<style>${STYLE}</style>
</head>
<body${look}>
<main${page.isWide ? ' class="wide"' : ''}>${page.body}</main>
${page.script === undefined ? '' : `<script>${page.script}</script>`}
</body>
</html>
`;
}

/** The head of a card: whose page it is. */
export function brandOf(vendor: Vendor | undefined): string {
    return `<p class="brand">${vendor ? `${markOf(vendor, 28)} ${escapeHtml(vendor.name)}` : 'Sandbox'}</p>`;
}

/** A page that only says something. */
export function messagePage(title: string, sentence: string): string {
    return htmlPage({
        title,
        body: `<div class="card"><p class="brand">Sandbox</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p></div>`
    });
}

export function escapeHtml(text: string): string {
    return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** No `form-action`: Chromium applies it to redirects too, which would block the callback. */
export function pageHeaders(options: { openerPolicy: string | null; hasScript?: boolean }): Record<string, string> {
    const script = options.hasScript ? "; script-src 'unsafe-inline'" : '';
    return {
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'${script}`,
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        ...(options.openerPolicy === null ? {} : { 'cross-origin-opener-policy': options.openerPolicy })
    };
}
