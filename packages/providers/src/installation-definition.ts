import type { FormField, FormFields } from './form-field.ts';
import type { ProxyDefinition, Templates } from './proxy-definition.ts';

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
        /** The vendor’s name of the setting by which they sign in while they install the app. */
        setting: string;
    };
}

/**
 * A password for this application alone, which the end user approves on a site of their own: the
 * authorization flow of the application passwords of WordPress. Sent as HTTP Basic.
 */
export interface InstallPluginDefinition {
    auth_mode: 'INSTALL_PLUGIN';
    /** What the site sends back, so each field is `automated`. */
    credentials: FormFields & Readonly<Record<'username' | 'password', FormField & { automated: true }>>;
    /**
     * `base_url` is the root of the site's REST API, whose index names the page of the approval.
     */
    proxy: ProxyDefinition;
}

/** What every app that is installed has, whether or not the token of a person is kept. */
export interface InstalledAppDefinition<Address extends string | Halves> {
    authorization_url: Address;
    token_url: Address;
    /** Headers of what the app asks for as itself. */
    token_headers?: Templates;
    token_expiration_buffer?: number;
    installation: InstallationDefinition;
    proxy: ProxyDefinition;
    credentials?: never;
}

/**
 * Addresses of both halves. `APP`: the page on which the app is installed, a template with
 * `app.slug`, and what issues a token to an installation, with `connectionConfig.installation_id`.
 * `OAUTH2`: where people sign in, and where their code and their refresh tokens are traded.
 */
export type Halves = Readonly<Record<'OAUTH2' | 'APP', string>>;
