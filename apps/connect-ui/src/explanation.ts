import { integrationOf, type Ended, type Model } from './flow-state.ts';
import type { Language } from './texts.ts';

/** The sentence the end user reads about an end that is not a connection. */
export function explanation(flow: Ended, model: Model, t: Language['t']): string {
    if (flow.s === 'fatal') return t(`fatal.${flow.code}.text`);
    const provider = integrationOf(model, flow.draft.integration)?.display_name ?? flow.draft.integration;
    return whyFailed(flow, provider, t);
}

export function whyFailed({ code, ref, providerText }: Extract<Ended, { s: 'failed' }>, provider: string, t: Language['t']): string {
    return code === 'provider_error' && providerText !== null
        ? t('failed.provider_said', { provider, providerText })
        : t(`failed.${code}`, { provider, ref });
}
