import type { Setup } from '../flow/model.ts';
import type { Opening } from './parent.ts';

/** What the flow starts with, from what the host asked for. */
export function setupOf(
    { origin, options }: Extract<Opening, { ok: true }>,
    page: { isEmbedded: boolean; browser: Setup['browser'] }
): Setup {
    return {
        origin,
        layout: page.isEmbedded ? options.layout : 'page',
        preselect: options.integration ?? null,
        mode: options.mode ?? 'auto',
        returnTo: options.returnTo ?? null,
        resume: options.attempt ?? null,
        renews: options.renews ?? false,
        takesRequests: options.takesRequests ?? false,
        autoStart: options.autoStart ?? false,
        browser: page.browser
    };
}
