import { join } from 'node:path';
import { AppError } from '@patchbay/contracts';
import type { Express, Request, Response } from 'express';
import { checkout } from '../../../checkout.ts';
import type { Deps } from '../../../deps.ts';
import { sendPlainError } from '../../../kernel/http/error-response.ts';
import { sendPage } from '../../../kernel/http/mount.ts';
import { setTransportHeaders } from '../../../kernel/http/security-headers.ts';
import { openingScript } from '../sign-in-pages/opening-script.ts';
import { openingPage } from '../sign-in-pages/pages.ts';
import { builtFiles } from './built-files.ts';
import { serveSdk } from './serve-sdk.ts';
import { readWidgetPage } from './widget-page.ts';

/** Where the built widget, the built SDK and the built dashboard are. */
export interface Builds {
    widget: string;
    sdk: string;
    /** Absent: it is not served. */
    dashboard?: string;
}

/** The builds of the packages beside this one, as `npm run build` leaves them. */
export function siblingBuilds(): Builds {
    return {
        widget: join(checkout, 'apps/connect-ui/dist'),
        sdk: join(checkout, 'packages/browser-sdk/dist'),
        dashboard: join(checkout, 'apps/dashboard/dist')
    };
}

/** Serves the Connect UI on its own origin: page, files, opening page and embedding script. */
export function serveConnectUi(app: Express, { config }: Pick<Deps, 'config'>, builds: Builds): void {
    const page = readWidgetPage(builds.widget, config);
    app.use((_request, response, next) => {
        setTransportHeaders(response, config.connectUrl);
        next();
    });
    const sendWidget = (request: Request, response: Response) => {
        if (!page) {
            const message = 'The Connect UI has not been built. Run `npm start`, or `npm run build` in apps/connect-ui.';
            return sendPlainError(response, new AppError('dependency_unavailable', { message }), 'text');
        }
        response.set(page.headers).type('html').send(page.html(request.headers['accept-language']));
    };
    app.get(['/ui', '/ui/'], sendWidget);
    app.get('/l/:code', sendWidget);
    // What the reference's SDK opens.
    app.get('/', sendWidget);
    app.get('/ui/opening', (request, response) => {
        const query = new URL(request.url, 'http://unused').searchParams;
        const theme = query.get('theme');
        response.set({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
        sendPage(response, openingPage(query.get('lang') ?? 'en', theme === 'light' || theme === 'dark' ? theme : 'system'));
    });
    app.get('/ui/opening.js', (_request, response) => {
        response.set({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
        response.type('text/javascript').send(openingScript);
    });
    // A same-tab sign-in starts here: the embedding page's policy allows this origin.
    app.get('/connect/launch/:code', (request, response) => {
        response.set({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
        response.redirect(303, `${config.publicUrl}/connect/launch/${encodeURIComponent(request.params.code)}`);
    });
    app.use('/ui/assets', builtFiles(join(builds.widget, 'assets')));
    serveSdk(app, { config }, builds.sdk);
}
