/**
 * Where one of an app's installations is told of, and by which paths of the response. Paths are
 * dotted.
 */
export interface InstallationDefinition {
    /** A template with `connectionConfig.installation_id`; asked with the app's own token. */
    url: string;
    /** An id of the account that the app is installed on, which the vendor never reuses. */
    id: string;
    /** Of these the first that has a text. */
    label: readonly string[];
    /** When it was made or last changed, ISO 8601: of these the first that is there. */
    changed_at: readonly string[];
    /** A time where the account has suspended it, else null. */
    suspended_at: string;
    /** Beginnings of an error's `message` that mean that the app is unknown, and not this one. */
    app_errors: readonly string[];
    /** The same for an installation that its account has suspended. */
    suspended_errors: readonly string[];
    /** How people who install the app sign in, where the integration has its OAuth client. */
    user: {
        token_url: string;
        /** Pages of the installations that they can reach. */
        installations_url: string;
        /** Path of the list; each of its items has an `id`. */
        list: string;
    };
}
