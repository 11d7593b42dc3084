import { AppError, getProvider, getProviderIcon, listProviders } from '@patchbay/contracts';
import { localizeDefinition, pickLanguage, toPublicProvider } from '@patchbay/providers';
import { page, route } from '../../../kernel/http/mount.ts';
import { drawMark } from './draw-mark.ts';
import { findProviders } from './find-providers.ts';
import { iconUrl } from './icon-url.ts';

export const providerRoutes = [
    route(listProviders, async ({ providers, config }, { query }) => {
        const { limit, cursor: after = '' } = query;
        const found = findProviders(providers, query).filter(({ id }) => id > after);
        const shown = found.slice(0, limit);
        return {
            data: shown.map((provider) => ({ ...toPublicProvider(provider), logo_url: iconUrl(config, provider.id) })),
            ...(limit !== undefined && { next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null })
        };
    }),
    route(getProvider, async (deps, { params, headers }) => {
        const provider = deps.providers.get(params.provider);
        if (!provider) throw new AppError('not_found', { message: `Unknown provider ${params.provider}` });
        const localized = localizeDefinition(pickLanguage(headers['accept-language']), provider);
        return { data: { ...toPublicProvider(localized), logo_url: iconUrl(deps.config, provider.id) } };
    }),
    page(getProviderIcon, async ({ providers }, { params }) => {
        const provider = providers.get(params.provider);
        if (!provider) throw new AppError('not_found', { message: `Unknown provider ${params.provider}` });
        return {
            status: 200,
            headers: {
                'content-type': 'image/svg+xml',
                'content-security-policy': "sandbox; default-src 'none'",
                'cache-control': 'public, max-age=86400',
                'cross-origin-resource-policy': 'cross-origin'
            },
            body: drawMark(provider)
        };
    })
];
