/** @typedef {import('./settings.js').Settings} Settings */

/** Longest list or object on one line. */
const SHORT = 40;

/**
 * What a product writes to get what is set.
 * @param {Settings} settings
 * @param {'script' | 'react'} kind
 * @param {string} connectUrl
 */
export function codeFor(settings, kind, connectUrl) {
    if (settings.layout === 'link') return linkCode(settings);
    if (kind === 'react') return reactCode(settings, connectUrl);
    return settings.layout === 'inline' ? elementCode(settings, connectUrl) : scriptCode(settings, connectUrl);
}

/**
 * @param {Settings} settings
 * @param {string} connectUrl
 */
function scriptCode({ theme, locale, layout, appearance }, connectUrl) {
    const attributes = [
        `async src="${connectUrl}/v1/connect.js"`,
        'data-session-url="/api/connect-session"',
        ...(theme === 'system' ? [] : [`data-theme="${theme}"`]),
        `data-locale="${locale}"`,
        ...(layout === 'tab' ? ['data-mode="redirect"'] : []),
        `data-appearance='${escaped(JSON.stringify(appearance))}'`
    ];
    return `<script
    ${attributes.join('\n    ')}
></script>
<button data-connect-open>Connect an app</button>`;
}

/**
 * @param {Settings} settings
 * @param {string} connectUrl
 */
function elementCode({ theme, locale, appearance }, connectUrl) {
    const attributes = [
        `connect-url="${connectUrl}"`,
        'session-url="/api/connect-session"',
        ...(theme === 'system' ? [] : [`theme="${theme}"`]),
        `locale="${locale}"`
    ];
    return `<script type="module" src="${connectUrl}/v1/element.js"></script>
<patchbay-connect
    ${attributes.join('\n    ')}
></patchbay-connect>
<script>
    document.querySelector('patchbay-connect').appearance = ${literal(appearance, 1)};
</script>`;
}

/**
 * @param {Settings} settings
 * @param {string} connectUrl
 */
function reactCode({ theme, locale, layout, appearance }, connectUrl) {
    const properties = [
        `connectUrl="${connectUrl}"`,
        'fetchSession={fetchSession}',
        ...(theme === 'system' ? [] : [`theme="${theme}"`]),
        `locale="${locale}"`,
        ...(layout === 'tab' ? ['mode="redirect"'] : []),
        `appearance={${literal(appearance, 1)}}`
    ];
    const isInline = layout === 'inline';
    return `import { ${isInline ? 'ConnectEmbedded' : 'ConnectButton'}, ConnectProvider } from '@patchbay/react';

<ConnectProvider
    ${properties.join('\n    ')}
>
    ${isInline ? '<ConnectEmbedded />' : '<ConnectButton>Connect an app</ConnectButton>'}
</ConnectProvider>`;
}

/** @param {Settings} settings */
function linkCode({ locale, appearance }) {
    const { origin } = location;
    const body = { end_user: { id: 'user_1' }, return_to: `${origin}/`, allowed_origins: [origin], locale, appearance };
    return `// In your backend: a link works without any page of yours.
const { data } = await patchbay.connectLinks.create(${literal(body, 0)});
send(data.url);`;
}

/**
 * A value as one would write it by hand.
 * @param {unknown} value
 * @param {number} depth
 * @returns {string}
 */
function literal(value, depth) {
    if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
    if (typeof value !== 'object' || value === null) return String(value);
    const isList = Array.isArray(value);
    const parts = Object.entries(value).map(([name, part]) => {
        const written = literal(part, depth + 1);
        if (isList) return written;
        return `${/^\w+$/.test(name) ? name : literal(name, 0)}: ${written}`;
    });
    const short = parts.join(', ');
    if (short.length <= SHORT && !short.includes('\n')) return isList ? `[${short}]` : `{ ${short} }`;
    const margin = `\n${'    '.repeat(depth)}`;
    const long = parts.map((part) => `${margin}    ${part}`).join(',');
    return isList ? `[${long}${margin}]` : `{${long}${margin}}`;
}

/** @param {string} text */
function escaped(text) {
    return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}
