import type { Provider } from './provider.ts';

/** A definition as `GET /providers` prints it: data without hooks, plain JSON. */
export type PublicProvider = { name: string; display_name: string; auth_mode: string } & Record<string, unknown>;

/** @returns a fresh object; `name` is the id, as on the wire */
export function publicView(definition: Provider): PublicProvider {
    const { id, display_name: displayName, auth_mode: authMode, untranslated: _, ...rest } = definition;
    // Functions are the hooks. Serialising drops them, and gives a copy that the caller may change.
    const data: Record<string, unknown> = JSON.parse(JSON.stringify(rest));
    return { name: id, display_name: displayName, auth_mode: authMode, ...data };
}
