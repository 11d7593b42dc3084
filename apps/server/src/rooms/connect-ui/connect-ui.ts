import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import type { Deps } from '../../deps.ts';
import { setTransportHeaders } from '../../kernel/security-headers.ts';
import { openingPage } from '../attempts/pages.ts';

const oneYearSeconds = 31_536_000;

/** Where the built widget and the built SDK are. */
export interface Builds {
    widget: string;
    sdk: string;
}

/** The builds of the packages beside this one, as `npm run build` leaves them. */
export function siblingBuilds(): Builds {
    const root = join(dirname(fileURLToPath(import.meta.url)), '../../../../..');
    return { widget: join(root, 'apps/connect-ui/dist'), sdk: join(root, 'packages/browser-sdk/dist') };
}

/** Serves the Connect UI on its own origin: the widget's page and files, the waiting page of its popups, and the script that embeds it. */
export function serveConnectUi(app: Express, { config }: Pick<Deps, 'config'>, builds: Builds): void {
    const indexFile = join(builds.widget, 'index.html');
    const html = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : undefined;
    app.use((_request, response, next) => {
        setTransportHeaders(response, config.connectUrl);
        next();
    });
    const sendWidget = (_request: Request, response: Response) => {
        if (html === undefined) {
            response
                .status(503)
                .type('text')
                .send('The Connect UI has not been built. Run `npm start`, or `npm run build` in apps/connect-ui.');
            return;
        }
        setWidgetHeaders(response, html, config);
        response.type('html').send(html);
    };
    app.get(['/ui', '/ui/'], sendWidget);
    app.get('/l/:code', sendWidget);
    app.get('/ui/opening', (request, response) => {
        const query = new URL(request.url, 'http://unused').searchParams;
        const theme = query.get('theme');
        const { status, headers, body } = openingPage(query.get('lang') ?? 'en', theme === 'light' || theme === 'dark' ? theme : 'system');
        response.set({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }).status(status).set(headers).send(body);
    });
    app.use(
        '/ui/assets',
        express.static(join(builds.widget, 'assets'), {
            index: false,
            fallthrough: false,
            setHeaders: (response) => {
                response.setHeader('cache-control', `public, max-age=${oneYearSeconds}, immutable`);
                response.setHeader('cross-origin-resource-policy', 'cross-origin');
            }
        })
    );
    app.get('/v1/connect.js', (_request, response) => {
        const file = join(builds.sdk, 'connect.js');
        if (!existsSync(file)) {
            response
                .status(503)
                .type('text')
                .send('The SDK has not been built. Run `npm start`, or `npm run build` in packages/browser-sdk.');
            return;
        }
        response.set({
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=300',
            'cross-origin-resource-policy': 'cross-origin',
            'access-control-allow-origin': '*'
        });
        response.send(readFileSync(file));
    });
}

/** Everything from this origin, and who may frame it: the operator's list, which a session narrows when it is opened. */
function setWidgetHeaders(response: Response, html: string, config: Deps['config']): void {
    const inlineStyles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
        ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`
    );
    response.set({
        'content-security-policy': [
            "default-src 'none'",
            "script-src 'self'",
            `style-src 'self' ${inlineStyles.join(' ')}`.trim(),
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "form-action 'none'",
            "base-uri 'none'",
            `frame-ancestors ${config.embedOrigins.join(' ')}`,
            "require-trusted-types-for 'script'"
        ].join('; '),
        'referrer-policy': 'strict-origin',
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        'cache-control': 'no-store'
    });
}
