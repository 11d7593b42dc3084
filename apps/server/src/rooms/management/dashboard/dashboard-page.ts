import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@patchbay/contracts';
import type { Express } from 'express';
import type { Deps } from '../../../deps.ts';
import { sendPlainError } from '../../../kernel/http/error-response.ts';
import { setTransportHeaders } from '../../../kernel/http/security-headers.ts';
import { builtFiles } from '../../connect/widget/built-files.ts';

/** Serves the dashboard: one page for all of its addresses, and its files. */
export function serveDashboard(app: Express, { config }: Pick<Deps, 'config'>, build: string): void {
    const file = join(build, 'index.html');
    const html = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const headers = {
        'content-security-policy': [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            // The Connect UI, where an admin connects or reconnects an account.
            `frame-src ${config.connectUrl}`,
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'"
        ].join('; '),
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        // The Connect UI in it opens windows for sign-ins.
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        'cache-control': 'no-store'
    };
    app.use('/dashboard', (_request, response, next) => {
        setTransportHeaders(response, config.publicUrl);
        next();
    });
    app.use('/dashboard/assets', builtFiles(join(build, 'assets')));
    app.get(['/dashboard', '/dashboard/*rest'], (request, response, next) => {
        if (request.path === '/dashboard') return response.redirect(308, '/dashboard/');
        if (request.path.startsWith('/dashboard/api/')) return next();
        if (html === undefined) {
            const message = 'The dashboard has not been built. Run `npm start`, or `npm run build` in apps/dashboard.';
            return sendPlainError(response, new AppError('dependency_unavailable', { message }), 'text');
        }
        response.set(headers).type('html').send(html);
    });
}
