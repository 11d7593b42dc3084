import type { HostApp } from './product.ts';

/**
 * A product's page with this in it. It records messages, scrolls, and mints sessions at `session`.
 * @param head scripts, as pages write them
 */
export function markup({ head = '', body = '' }: { head?: string; body?: string } = {}): HostApp {
    return {
        files: new Map(),
        send: (response) =>
            void response.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Acme HR</title><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script>${head}
</head>
<body>${body}
${'<p>People, pay and holidays in one place.</p>'.repeat(60)}
</body>
</html>`)
    };
}
