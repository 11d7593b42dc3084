import { fieldKey, isUnchecked, type FieldError } from '../fields/field-rules.ts';
import type { Language } from '../i18n/texts.ts';
import { matching } from './list/IntegrationList.tsx';
import { recordOf } from '../flow/records.ts';
import { canRenew, integrationFor, liveAttempt, screenStateOf } from '../flow/selectors.ts';
import type { Model } from '../flow/model.ts';

/** What is said above every screen, whatever it shows. */
export function noteOn(model: Model) {
    const shown = screenStateOf(model.flow);
    const { state } = shown;
    if (state === 'closed') return null;
    // What waits for the network goes on by itself; the rest is the end user's.
    if (model.network === 'offline') return liveAttempt(model.flow) || state === 'boot' ? 'network.offline' : 'network.offlineIdle';
    if (model.renewal === 'asked') return state === 'boot' ? null : 'session.renewing';
    if (model.session.status !== 'expiring' || !recordOf(shown).warnsOfExpiry) return null;
    return canRenew(model) ? 'expiring.text' : 'expiring.finish';
}

/** What a screen reader hears although the focus does not go there. */
export function announcement(model: Model, { t, plural }: Language): string {
    const note = noteOn(model);
    if (note !== null && note !== 'expiring.text' && note !== 'expiring.finish') return t(note);
    const flow = screenStateOf(model.flow);
    if (model.session.status === 'unknown') return '';
    const integration = 'draft' in flow ? integrationFor(model, flow.draft) : undefined;
    const provider = integration?.display_name ?? '';
    if (flow.state === 'disconnect' && flow.sent) return t('disconnect.busy');
    if ((flow.state === 'list' || flow.state === 'owned') && flow.ended) return t('disconnected.title', { account: flow.ended.account });
    if (flow.state === 'list' && flow.query !== '') {
        const found = matching(model.session.info.integrations, flow.query).length;
        return found === 0 ? t('list.none', { query: flow.query }) : plural('list.count', found);
    }
    if (flow.state === 'submitting' || flow.state === 'verifying')
        return integration && isUnchecked(integration) ? t('busy.saving') : t('busy.check', { provider });
    if (flow.state === 'oauth' && flow.step === 'awaiting') return t('oauth.wait.text', { provider });
    if (flow.state === 'oauth' && flow.step === 'openInBrowser' && flow.copied) return t('oauth.copied');
    if (flow.state === 'detail' && flow.draft.round > 0) {
        const wrong = integration?.fields.filter((field) => isOurs(flow.errors[fieldKey(field)])).map(({ title }) => title) ?? [];
        if (wrong.length > 0) return t('field.problems', { labels: wrong });
    }
    return note === null ? '' : t(note);
}

/** The provider's verdict stands in an alert, which is read by itself. */
function isOurs(error: FieldError | undefined): boolean {
    return error !== undefined && error !== 'refused';
}
