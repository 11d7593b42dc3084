import type { getConnectSettings } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

export type Settings = SuccessOut<typeof getConnectSettings>['data'];
export type Variables = NonNullable<Settings['appearance']['variables']>;

export interface PartProps {
    draft: Settings;
    /** Of the last attempt to save. */
    error: unknown;
    onChange: (changes: Partial<Settings>) => void;
}

/** Without what is undefined or empty: it keeps its default. */
export function withVariable<Name extends keyof Variables>(
    settings: Settings,
    name: Name,
    value: Variables[Name] | undefined
): Settings['appearance'] {
    const { [name]: _, ...others } = settings.appearance.variables ?? {};
    return { ...settings.appearance, variables: value === undefined ? others : { ...others, [name]: value } };
}

/** What the draft changes, and how that was before. */
export function changesOf(draft: Settings, saved: Settings): { changes: Partial<Settings>; expected: Partial<Settings> } {
    const before: Readonly<Record<string, unknown>> = { ...saved };
    const changed = Object.entries(draft).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
    return { changes: Object.fromEntries(changed), expected: Object.fromEntries(changed.map(([name]) => [name, before[name]])) };
}
