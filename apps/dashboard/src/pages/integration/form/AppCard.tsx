import { SecretField, TextField } from '../../../parts/Field.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { Card } from '../../../parts/Page.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import { clientWords } from './client-words.ts';
import { type FormParts, isInstalled, isNewClient, sameScopes } from './draft.ts';
import { InstalledAppFields } from './InstalledAppFields.tsx';
import { ScopeFields } from './ScopeFields.tsx';

/** The OAuth app at the vendor; nothing where there is none. */
export function AppCard({ draft, set, read, now, provider, error }: FormParts) {
    if (!read.oauth_app) return null;
    const isNew = isNewClient(draft, read);
    const concerned = now.connections ?? 0;
    if (isInstalled(provider.auth_mode))
        return (
            <Card title="Installed app">
                <div className="flex flex-col gap-4 p-4">
                    <InstalledAppFields {...{ draft, set, error }} isNew={false} asksUser={provider.auth_mode === 'CUSTOM'} />
                    {isNew && concerned > 0 && (
                        <Notice tone="warn" title={`${reconnectText(concerned)} after this change`}>
                            They are installations of the app that is set up now.
                        </Notice>
                    )}
                </div>
            </Card>
        );
    const words = clientWords(provider.auth_mode);
    return (
        <Card title="OAuth app">
            <div className="flex flex-col gap-4 p-4">
                <TextField
                    label={words.id}
                    required
                    autoComplete="off"
                    spellCheck={false}
                    className="mono"
                    value={draft.clientId}
                    onChange={({ target }) => set({ clientId: target.value.trim() })}
                    error={fieldError(error, 'credentials', 'client_id')}
                />
                {isNew && concerned > 0 && (
                    <Notice tone="warn" title={`${reconnectText(concerned)} after this change`}>
                        They were made with the OAuth app that is set up now, and another one cannot renew them. Reconnect links are on the
                        pages of the connections.
                    </Notice>
                )}
                <SecretField
                    label={words.secret}
                    required={isNew}
                    help={isNew ? `That of the new ${words.id}.` : 'Stored, and not shown. Leave it empty to keep it.'}
                    placeholder={isNew ? '' : 'Unchanged'}
                    value={draft.clientSecret}
                    onChange={({ target }) => set({ clientSecret: target.value.trim() })}
                    error={fieldError(error, 'credentials', 'client_secret')}
                />
                {read.scopes && (
                    <ScopeFields
                        provider={provider}
                        value={draft.scopes}
                        onChange={(scopes) => set({ scopes })}
                        error={fieldError(error, 'scopes')}
                    />
                )}
                {concerned > 0 && !sameScopes(draft.scopes, read.scopes) && (
                    <Notice tone="info">Connections keep the permissions that they have until they are reconnected.</Notice>
                )}
            </div>
        </Card>
    );
}

function reconnectText(count: number): string {
    return count === 1 ? '1 connection must reconnect' : `${count.toLocaleString()} connections must reconnect`;
}
