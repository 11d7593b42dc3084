import type { Appearance, AppearanceVariables } from './widget-message.ts';

/**
 * One appearance on top of another: variable by variable and text by text, the logo as a whole. What `over` says for both themes also wins
 * over what `under` says for the dark one alone.
 */
export function mergeAppearance(over: Appearance | undefined, under: Appearance | undefined): Appearance {
    if (!over || !under) return over ?? under ?? {};
    const variables = given(over.variables);
    return {
        variables: { ...under.variables, ...variables },
        dark: { ...under.dark, ...variables, ...given(over.dark) },
        logo: over.logo ?? under.logo,
        text: { ...under.text, ...over.text }
    };
}

/** Without what is there but undefined, which would hide the value below. */
function given(variables: AppearanceVariables | undefined): AppearanceVariables {
    return Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => value !== undefined));
}
