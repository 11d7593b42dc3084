/** @typedef {import('./settings.js').Settings} Settings */

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
    document.querySelector('patchbay-connect').appearance = ${indented(appearance, 1)};
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
        `appearance={${indented(appearance, 1)}}`
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
const { data } = await patchbay.connectLinks.create(${indented(body, 0)});
send(data.url);`;
}

/**
 * @param {object} value
 * @param {number} depth
 */
function indented(value, depth) {
    const json = JSON.stringify(value, null, 4).replaceAll('\n', `\n${'    '.repeat(depth)}`);
    // As one would write it by hand: names without quotes, texts in single ones.
    return json
        .replaceAll(/"([a-z_]+)":/gi, '$1:')
        .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text) => `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`);
}

/** @param {string} text */
function escaped(text) {
    return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}
