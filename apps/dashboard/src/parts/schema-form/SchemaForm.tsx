import type { Issue } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { SwitchField } from '../Choice.tsx';
import { JsonField } from './JsonField.tsx';
import type { Schema } from './read-schema.ts';
import { SchemaField } from './SchemaField.tsx';

interface Props {
    /** What the whole value is, as “input”. */
    label: string;
    schema: Schema;
    /** What references in it name. */
    definitions: Schema;
    value: unknown;
    onChange: (value: unknown) => void;
    /** With paths from the value. */
    errors: readonly Issue[];
}

/** A form made from a JSON schema; as text, too, where one has the JSON already. */
export function SchemaForm({ label, schema, definitions, value, onChange, errors }: Props) {
    const [isText, setText] = useState(false);
    return (
        <div className="flex flex-col gap-4">
            <SwitchField label="Edit as JSON" isOn={isText} onChange={setText} />
            {isText ? (
                <JsonField
                    label={label}
                    value={value}
                    onChange={onChange}
                    error={errors[0] && `${errors[0].path.join('.')}: ${errors[0].message}`}
                />
            ) : (
                <SchemaField label={label} schema={schema} isRequired isWhole path={[]} {...{ definitions, value, onChange, errors }} />
            )}
        </div>
    );
}
