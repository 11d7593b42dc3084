import { signsInElsewhere } from '../fields/field-rules.ts';
import type { ConnectSession, Model, Setup } from '../flow/model.ts';
import type { Counted, Key } from '../i18n/texts.en.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { SuccessState } from '../screens/success/state.ts';

export interface Configuration {
    layout: Setup['layout'];
    /** How a sign-in will be opened. */
    way: 'popup' | 'redirect' | 'in-app' | 'stopped';
    checked: boolean;
    /** The host acts on `request_integration`. */
    listens: boolean;
    /** The host can bring a new token. */
    renews: boolean;
    /** A share link whose connections wait for the product's confirmation. */
    confirms: boolean;
    offline: boolean;
    own: 'none' | 'working' | 'refused';
}

export interface Facts extends Configuration {
    model: Model;
    flow: ScreenState;
    /** Behind the question whether to leave. */
    back: ScreenState | null;
    info: ConnectSession | null;
    /** The integration that the screen is about. */
    about: ConnectSession['integrations'][number] | undefined;
}

export const oAuth = ({ about }: Facts) => about !== undefined && signsInElsewhere(about);
export const typedForm = ({ about }: Facts) => about !== undefined && !signsInElsewhere(about) && about.auth_mode !== 'NONE';
export const unchecked = (facts: Facts) => typedForm(facts) && facts.about?.is_checked === false;
export const oAuthWay = (way: 'window' | 'tab' | 'byHand') => (facts: Facts) => oAuth(facts) && wayIn(facts) === way;
export const isIn =
    (...states: ScreenState['state'][]) =>
    ({ flow }: Facts) =>
        states.includes(flow.state);
export const step =
    (...steps: string[]) =>
    ({ flow }: Facts) =>
        flow.state === 'oauth' && steps.includes(flow.step);
export const failedAs = (code: string) => (facts: Facts) => facts.flow.state === 'failed' && facts.flow.code === code;
export const fatal =
    (...codes: string[]) =>
    ({ flow }: Facts) =>
        flow.state === 'fatal' && codes.includes(flow.code);
export const bannerIs = (banner: string) => (facts: Facts) => 'banner' in facts.flow && facts.flow.banner === banner;
export const valuesOf = (flow: ScreenState) => ('draft' in flow ? Object.values(flow.draft.values) : []);
export const noticed = (notice: string) => (facts: Facts) =>
    'draft' in facts.flow && Object.values(facts.flow.draft.notices).includes(notice as never);
export const wrongFor = (error: string) => (facts: Facts) =>
    facts.flow.state === 'detail' && Object.values(facts.flow.errors).includes(error as never);
export const succeeded = (facts: Facts): SuccessState | null => (facts.flow.state === 'success' ? facts.flow : null);
/** The end user reads that something is connected and can be used. */
export const usable = (facts: Facts) => succeeded(facts) !== null && !unchecked(facts) && !facts.confirms;
export const anyField = (has: (field: ConnectSession['integrations'][number]['fields'][number]) => unknown) => (facts: Facts) =>
    (facts.about?.fields ?? []).some(has) || (facts.about?.connections ?? []).some(({ fields }) => fields.some(has));
export const renewed = ({ flow, info, about }: Facts) => {
    if (!('draft' in flow)) return null;
    return about?.connections.find(({ connection_id: id }) => id === flow.draft.renews) ?? info?.connection ?? null;
};

/** The connection that the screen is about has been refused for this reason. */
export function refusedAs(facts: Facts, reason: ConnectSession['integrations'][number]['connections'][number]['refused_because']): boolean {
    const { flow, about } = facts;
    const shown = flow.state === 'account' ? about?.connections.find(({ connection_id: id }) => id === flow.connection) : renewed(facts);
    return shown ? shown.refused_since !== null && shown.refused_because === reason : false;
}

export function wayIn({ way, about }: Facts): 'window' | 'tab' | 'byHand' {
    if (way === 'in-app' && about?.refuses_webviews) return 'byHand';
    return way === 'redirect' || way === 'stopped' ? 'tab' : 'window';
}

/**
 * When each text of a screen is true where it stands. A label, a verb or a question claims nothing
 * that could be false.
 */
export type Claims = { readonly [K in Key | Counted]?: 'label' | ((facts: Facts) => boolean) };
