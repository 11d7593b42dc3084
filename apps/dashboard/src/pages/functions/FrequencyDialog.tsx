import { useState } from 'react';
import { RadioField } from '../../parts/Choice.tsx';
import { fieldError } from '../../parts/error-text.ts';
import { TextField } from '../../parts/Field.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';

const usual = ['every 5 minutes', 'every 15 minutes', 'every hour', 'every 6 hours', 'every day'];
const other = 'other';

interface Props {
    /** Of what, as “the sync candidates”. */
    of: string;
    now: string;
    /** What it is without a change, in words. */
    standard: string;
    change: { error: unknown; isPending: boolean };
    /** null: as it is without a change. */
    onSave: (frequency: string | null) => void;
    onClose: () => void;
}

/** How often a sync runs. */
export function FrequencyDialog({ of, now, standard, change, onSave, onClose }: Props) {
    const [chosen, setChosen] = useState(usual.includes(now) ? now : other);
    const [typed, setTyped] = useState(now);
    return (
        <FormDialog
            title={`How often ${of} runs`}
            verb="Save"
            error={change.error}
            isBusy={change.isPending}
            onSubmit={() => onSave(chosen === '' ? null : chosen === other ? typed : chosen)}
            onClose={onClose}
        >
            <RadioField
                label="Runs"
                value={chosen}
                onChange={setChosen}
                options={[
                    { value: '', name: 'As usual', help: standard },
                    ...usual.map((value) => ({ value, name: value })),
                    { value: other, name: 'Another time' }
                ]}
            />
            {chosen === other && (
                <TextField
                    label="How often"
                    help="From every 30 seconds to every 31 days."
                    required
                    value={typed}
                    onChange={({ target }) => setTyped(target.value)}
                    error={fieldError(change.error, 'frequency')}
                />
            )}
        </FormDialog>
    );
}
