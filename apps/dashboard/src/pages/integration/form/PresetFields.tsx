import type { getProvider } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';
import { SecretField, SelectField, TextField } from '../../../parts/Field.tsx';
import { fieldError } from '../../../parts/error-text.ts';

type Fields = NonNullable<SuccessOut<typeof getProvider>['data']['connection_config']>;

/** The server makes one for each end user: shared, another customer’s role could be used by it. */
const ofEachEndUser = 'external_id';

/** Values that are the same for all connections, so that end users are not asked for them. */
export function PresetFields({
    fields,
    value,
    onChange,
    error,
    legend = 'The same for all connections'
}: {
    legend?: string;
    fields: Fields;
    value: Readonly<Record<string, string>>;
    onChange: (value: Record<string, string>) => void;
    error: unknown;
}) {
    const shown = Object.entries(fields).filter(([name, { automated }]) => automated !== true && name !== ofEachEndUser);
    if (shown.length === 0) return null;
    const set = (name: string, text: string) =>
        onChange(Object.fromEntries(Object.entries({ ...value, [name]: text }).filter(([, each]) => each !== '')));
    return (
        <fieldset className="flex flex-col gap-4">
            <legend className="mb-1 font-semibold">{legend}</legend>
            <p className="text-small text-text-2">Your end users are asked for what you leave empty.</p>
            {shown.map(([name, field]) => {
                const common = {
                    label: field.title,
                    help: field.description,
                    error: fieldError(error, 'integration_config', name),
                    value: value[name] ?? ''
                };
                if (field.enum)
                    return (
                        <SelectField key={name} {...common} onChange={({ target }) => set(name, target.value)}>
                            <option value="">Ask the end user</option>
                            {field.enum.map((choice) => (
                                <option key={choice} value={choice}>
                                    {field.enum_labels?.[choice] ?? choice}
                                </option>
                            ))}
                        </SelectField>
                    );
                const Field = field.secret === true ? SecretField : TextField;
                return <Field key={name} {...common} placeholder={field.example} onChange={({ target }) => set(name, target.value)} />;
            })}
        </fieldset>
    );
}
