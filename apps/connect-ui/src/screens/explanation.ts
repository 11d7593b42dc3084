import type { Language } from '../i18n/texts.ts';
import { integrationOf, hasErrorBanner, type EndedWithoutConnection, type WithErrorBanner } from '../flow/selectors.ts';
import type { Model } from '../flow/model.ts';

/**
 * The sentence the end user reads about an end that is not a connection, or about a step that
 * failed.
 */
export function explanation(flow: EndedWithoutConnection | WithErrorBanner, model: Model, t: Language['t']): string {
    if (flow.state === 'fatal') return t(`fatal.${flow.code}.text`);
    const provider = integrationOf(model, flow.draft.integration)?.display_name ?? flow.draft.integration;
    if (hasErrorBanner(flow)) return t(`banner.${flow.banner}`, { provider });
    return whyFailed(flow, provider, t);
}

export function whyFailed(
    { code, ref, providerText }: Extract<EndedWithoutConnection, { state: 'failed' }>,
    provider: string,
    t: Language['t']
): string {
    return code === 'provider_error' && providerText !== null
        ? t('failed.provider_said', { provider, providerText })
        : t(`failed.${code}`, { provider, ref });
}
