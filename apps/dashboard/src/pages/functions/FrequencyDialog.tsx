import { useState } from 'react';
import { RadioField } from '../../parts/Choice.tsx';
import { fieldError, hasCode } from '../../parts/error-text.ts';
import { TextField } from '../../parts/Field.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { LateChange } from '../../parts/LateChange.tsx';

const usual = ['every 5 minutes', 'every 15 minutes', 'every hour', 'every 6 hours', 'every day'];
const other = 'other';

interface Props {
    /** Of what, as “the sync candidates”. */
    of: string;
    now: string;
    /** What it is without a change, in words. */
    standard: string;
    change: { error: unknown; isPending: boolean; reset: () => void };
    /** As the audit log names the change, and what was changed. */
    audited: { action: string; target: readonly string[] };
    /**
     * @param frequency null: as it is without a change
     * @param expected as it was read
     */
    onSave: (frequency: string | null, expected: string) => void;
    onClose: () => void;
}

/** How often a sync runs. */
export function FrequencyDialog({ of, now, standard, change, audited, onSave, onClose }: Props) {
    const [opened, setOpened] = useState(now);
    const [chosen, setChosen] = useState(usual.includes(now) ? now : other);
    const [typed, setTyped] = useState(now);
    const save = (expected: string) => onSave(chosen === '' ? null : chosen === other ? typed : chosen, expected);
    const reload = () => {
        setOpened(now);
        setChosen(usual.includes(now) ? now : other);
        setTyped(now);
        change.reset();
    };
    return (
        <FormDialog
            title={`How often ${of} runs`}
            verb="Save"
            error={change.error}
            notice={
                hasCode(change.error, 'conflict') && (
                    <LateChange
                        what={`how often ${of} runs`}
                        {...audited}
                        reloadWords="Show theirs, and drop my choice"
                        note={`It runs ${now} now. Saving on top puts yours in its place.`}
                        isBusy={change.isPending}
                        onReload={reload}
                        onSave={() => save(now)}
                    />
                )
            }
            isBusy={change.isPending}
            onSubmit={() => save(opened)}
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
