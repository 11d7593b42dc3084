import { AppError, getProvider, getProviderIcon, listProviders } from '@patchbay/contracts';
import { localizeDefinition, pickLanguage, toPublicProvider } from '@patchbay/providers';
import { page, route } from '../../../kernel/http/mount.ts';
import { drawMark } from './draw-mark.ts';
import { iconUrl } from './icon-url.ts';

export const providerRoutes = [
    route(listProviders, async ({ providers, config }, { query }) => {
        const wanted = query.search?.toLowerCase() ?? '';
        const found = [...providers.values()].filter(({ id }) => id.toLowerCase().includes(wanted));
        return { data: found.map((provider) => ({ ...toPublicProvider(provider), logo_url: iconUrl(config, provider.id) })) };
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
