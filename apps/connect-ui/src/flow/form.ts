import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { cleanValue } from '../fields/clean-value.ts';
import { fieldError, fieldKey, formErrors, signsInElsewhere, type FieldError } from '../fields/field-rules.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import { ownScreenOf } from './own-connections.ts';
import { draftFor, integrationFor, managesOwn, ownOf, wayOf } from './selectors.ts';
import type { FlowEvent } from './events.ts';
import type { Draft, Flow, Model } from './model.ts';
import type { DetailState } from '../screens/detail/state.ts';

type Form = DetailState;

export function form(draft: Draft): Form {
    return { state: 'detail', draft, errors: {}, banner: null, providerText: null };
}

/** The first screen of an integration. */
export function firstScreenOf(model: Model, id: string): ScreenState {
    const [only, another] = ownOf(model, id);
    if (only === undefined || model.setup.autoStart) return form(draftFor(model, id));
    // There is nothing to choose: it has to be renewed.
    const isClear = only.refused_since !== null && !another && !managesOwn(model);
    return isClear ? form(draftFor(model, id, only.connection_id)) : ownScreenOf(model, id);
}

/** The form that renews one of the end user's own connections, or adds another. */
export function renewal(
    { integration }: { integration: string },
    { connection }: { connection: string | null },
    model: Model
): ScreenState {
    return form(draftFor(model, integration, connection));
}

/** The form, from a sign-in that the end user does not finish. */
export function backToForm({ draft }: { draft: Draft }): DetailState {
    return form({ ...draft, key: null });
}

/** A form that was refused: the field to correct gets the focus. */
export function refusedForm(draft: Draft, errors: Form['errors'], banner: Form['banner'], providerText: Form['providerText'] = null): Form {
    return { state: 'detail', draft: { ...draft, round: draft.round + 1 }, errors, banner, providerText };
}

export function changed(model: Model, flow: Form, key: string, value: string): Form {
    const { draft } = flow;
    const { [key]: _gone, ...notices } = draft.notices;
    const next = { ...draft, values: { ...draft.values, [key]: value }, notices, key: null };
    const checked = draft.touched.includes(key) || flow.errors[key] !== undefined;
    return { ...flow, draft: next, errors: checked ? recheck(model, flow, key, value) : flow.errors };
}

export function fieldBlurred(model: Model, flow: Form, key: string): Form {
    const { draft } = flow;
    const integration = integrationFor(model, draft);
    const field = integration?.fields.find((candidate) => fieldKey(candidate) === key);
    const raw = draft.values[key] ?? '';
    // Walking through an empty form is no mistake; sending it would be.
    if (!integration || !field || raw === '') return flow;
    const { value, notice } = cleanValue(field, integration.auth_mode, raw);
    const next: Draft = {
        ...draft,
        values: { ...draft.values, [key]: value },
        touched: draft.touched.includes(key) ? draft.touched : [...draft.touched, key],
        notices: notice ? { ...draft.notices, [key]: notice } : draft.notices
    };
    return { ...flow, draft: next, errors: flow.errors[key] === 'refused' ? flow.errors : recheck(model, flow, key, value) };
}

function recheck(model: Model, flow: Form, key: string, value: string): Record<string, FieldError> {
    const { [key]: _old, ...others } = flow.errors;
    const integration = integrationFor(model, flow.draft);
    const field = integration?.fields.find((candidate) => fieldKey(candidate) === key);
    const error = integration && field ? fieldError(field, cleanValue(field, integration.auth_mode, value).value) : undefined;
    return error ? { ...others, [key]: error } : others;
}

export function submitted(model: Model, flow: Form, event: Extract<FlowEvent, { type: 'submitted' }>): Flow {
    const integration = integrationFor(model, flow.draft);
    if (!integration) return flow;
    const errors = formErrors(integration, flow.draft.values);
    if (Object.keys(errors).length > 0) return refusedForm(flow.draft, errors, null);
    return sending(model, integration, flow.draft, event);
}

export function triedAgain(model: Model, draft: Draft, event: Extract<FlowEvent, { type: 'triedAgain' }>): Flow {
    const integration = integrationFor(model, draft);
    // A secret is never sent again unseen: back to the form, where the button sends it.
    if (!integration || !signsInElsewhere(integration)) return form(draft);
    return model.network === 'online' ? sending(model, integration, draft, event) : form(draft);
}

function sending(
    model: Model,
    integration: ConnectableIntegration,
    draft: Draft,
    { newKey, windowKey }: { newKey: string; windowKey: string }
): Flow {
    const key = draft.key ?? newKey;
    const sent = { ...draft, key, ref: null };
    if (!signsInElsewhere(integration)) return { state: 'submitting', draft: sent, key, slow: false };
    const way = wayOf(model, integration);
    return { state: 'oauth', step: 'launching', draft: sent, way, key, windowKey, attempt: null, account: 'any' };
}

/**
 * Whether the form sends itself: the host wants that, and there is nothing to fill in and no window
 * to open.
 */
export function startsByItself(model: Model): boolean {
    const { flow, setup, network } = model;
    const integration = flow.state === 'detail' ? integrationFor(model, flow.draft) : undefined;
    if (!setup.autoStart || network === 'offline' || !integration) return false;
    return integration.fields.length === 0 && (!signsInElsewhere(integration) || wayOf(model, integration) === 'tab');
}
