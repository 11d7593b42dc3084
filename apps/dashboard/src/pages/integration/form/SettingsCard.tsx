import { CheckField, SecretField, TextField } from '../../../parts/Field.tsx';
import { Card } from '../../../parts/Page.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import type { FormParts } from './draft.ts';
import { PresetFields } from './PresetFields.tsx';

export function SettingsCard(parts: FormParts) {
    const { draft, set, provider, error } = parts;
    return (
        <Card title="Settings">
            <div className="flex flex-col gap-4 p-4">
                <TextField
                    label="Name"
                    help="Your end users read it in the Connect UI."
                    required
                    value={draft.name}
                    onChange={({ target }) => set({ name: target.value })}
                    error={fieldError(error, 'display_name')}
                />
                <CheckField
                    label="In use"
                    help="While it is not, nothing can be connected, and no credentials are given out or refreshed."
                    checked={draft.isEnabled}
                    onChange={({ target }) => set({ isEnabled: target.checked })}
                />
                <CheckField
                    label="One account for each end user"
                    help="Another account asks the end user whether to replace the one before."
                    checked={draft.isSingle}
                    onChange={({ target }) => set({ isSingle: target.checked })}
                />
                {provider.webhooks !== undefined && <WebhookFields {...parts} />}
                {provider.connection_config && (
                    <details>
                        <summary className="cursor-pointer font-semibold">Replace the values that are the same for all connections</summary>
                        <div className="flex flex-col gap-2 pt-3">
                            <p className="text-small text-text-2">
                                Those that are set now are not shown. What you enter replaces all of them.
                            </p>
                            <PresetFields
                                fields={provider.connection_config}
                                value={draft.preset}
                                onChange={(preset) => set({ preset })}
                                error={error}
                            />
                        </div>
                    </details>
                )}
            </div>
        </Card>
    );
}

function WebhookFields({ draft, set, now, error }: FormParts) {
    return (
        <>
            <CheckField
                label="Forward webhooks of the vendor"
                help="While it is off, they are verified and stored."
                checked={draft.forwards}
                onChange={({ target }) => set({ forwards: target.checked })}
            />
            <SecretField
                label="Webhook secret"
                help="What the vendor signs its webhooks with. The one before stays valid for a day. Leave it empty to keep it."
                placeholder={now.webhooks?.has_secret === true ? 'Unchanged' : 'None yet'}
                value={draft.webhookSecret}
                onChange={({ target }) => set({ webhookSecret: target.value.trim() })}
                error={fieldError(error, 'webhook_secret')}
            />
        </>
    );
}
