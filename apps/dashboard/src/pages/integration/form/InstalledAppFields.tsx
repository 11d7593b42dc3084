import { SecretField, TextField } from '../../../parts/Field.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import type { Draft } from './draft.ts';

type AppDraft = Pick<Draft, 'clientId' | 'clientSecret' | 'appLink' | 'privateKey' | 'userClientId'>;

/**
 * An app that owners of accounts install.
 * @param isNew whether all of it has to be given
 * @param asksUser whether the token of who installs it is kept, for which it needs a client
 */
export function InstalledAppFields({
    draft,
    set,
    isNew,
    asksUser,
    error
}: {
    draft: AppDraft;
    set: (changes: Partial<AppDraft>) => void;
    isNew: boolean;
    asksUser: boolean;
    error: unknown;
}) {
    const kept = isNew ? {} : { placeholder: 'Unchanged' };
    const text = { autoComplete: 'off', spellCheck: false, className: 'mono' };
    return (
        <>
            <TextField
                {...text}
                label="App ID"
                required
                value={draft.clientId}
                onChange={({ target }) => set({ clientId: target.value.trim() })}
                error={fieldError(error, 'credentials', 'app_id')}
            />
            <TextField
                {...text}
                {...kept}
                label="Public page of the app"
                help="The link that the vendor shows in the settings of the app."
                type="url"
                required={isNew}
                value={draft.appLink}
                onChange={({ target }) => set({ appLink: target.value.trim() })}
                error={fieldError(error, 'credentials', 'app_link')}
            />
            <SecretField
                {...kept}
                label="Private key"
                help="All of the .pem file. Stored encrypted. The dashboard never shows it again."
                required={isNew}
                value={draft.privateKey}
                onChange={({ target }) => set({ privateKey: target.value.trim() })}
                error={fieldError(error, 'credentials', 'private_key')}
            />
            <TextField
                {...text}
                {...kept}
                label="Client ID"
                help={
                    asksUser
                        ? 'The app has to ask users for authorization during installation: their token is kept.'
                        : 'Recommended, where the app asks users for authorization during installation: an installation is then connected only by people who reach it.'
                }
                required={asksUser && isNew}
                value={draft.userClientId}
                onChange={({ target }) => set({ userClientId: target.value.trim() })}
                error={fieldError(error, 'credentials', 'client_id')}
            />
            <SecretField
                {...kept}
                label="Client secret"
                required={draft.userClientId !== '' || (asksUser && isNew)}
                value={draft.clientSecret}
                onChange={({ target }) => set({ clientSecret: target.value.trim() })}
                error={fieldError(error, 'credentials', 'client_secret')}
            />
        </>
    );
}
