import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pickLanguage } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';

export interface WidgetPage {
    headers: Record<string, string>;
    /** @param languages an `Accept-Language` header */
    html(languages: string | undefined): string;
}

/** The widget's page as its build left it. @returns undefined when there is no build */
export function readWidgetPage(folder: string, config: Pick<Deps['config'], 'publicUrl' | 'embedOrigins'>): WidgetPage | undefined {
    const file = join(folder, 'index.html');
    if (!existsSync(file)) return undefined;
    // The reference's SDK names the API in the page's address; it is held against this.
    const api = `<meta name="patchbay-api" content="${config.publicUrl}">`;
    const html = readFileSync(file, 'utf8').replace('<head>', `<head>${api}`);
    const catalogues = findCatalogues(join(folder, 'assets'));
    return {
        headers: {
            'content-security-policy': [
                "default-src 'none'",
                ["script-src 'self'", ...hashesOf('script', html)].join(' '),
                ["style-src 'self'", ...hashesOf('style', html)].join(' '),
                "img-src 'self' data:",
                "font-src 'self'",
                "connect-src 'self'",
                "form-action 'none'",
                "base-uri 'none'",
                // Who may frame it: the operator's list, which a session narrows when it is opened.
                `frame-ancestors ${ancestorsOf(config)}`,
                "require-trusted-types-for 'script'"
            ].join('; '),
            'x-robots-tag': 'noindex',
            'referrer-policy': 'strict-origin',
            'cross-origin-resource-policy': 'cross-origin',
            'cross-origin-embedder-policy': 'require-corp',
            'permissions-policy': 'camera=(), microphone=(), geolocation=()',
            'cache-control': 'no-store'
        },
        html(languages) {
            const catalogue = catalogues.get(pickLanguage(languages).lang);
            if (catalogue === undefined) return html;
            // Otherwise the script would request it only after its own download.
            return html.replace('</head>', `<link rel="modulepreload" href="/ui/assets/${catalogue}"></head>`);
        }
    };
}

/** The dashboard, too, opens it in place. */
function ancestorsOf({ embedOrigins, publicUrl }: Pick<Deps['config'], 'publicUrl' | 'embedOrigins'>): string {
    return embedOrigins.includes('*') ? '*' : [...new Set([...embedOrigins, publicUrl])].join(' ');
}

/** Inline ones run because the policy knows them, not because it allows any. */
function hashesOf(element: 'script' | 'style', html: string): string[] {
    const texts = [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(([, text = '']) => text);
    return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Files of texts by BCP 47 tag; English is part of the widget itself. */
function findCatalogues(assets: string): Map<string, string> {
    const names = existsSync(assets) ? readdirSync(assets) : [];
    return new Map(
        names.flatMap((name) => {
            const [, tag] = /^texts\.([\w-]+)-[\w-]{8}\.js$/.exec(name) ?? [];
            return tag === undefined ? [] : [[tag, name] as const];
        })
    );
}
