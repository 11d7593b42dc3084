import { CheckboxField } from '../Choice.tsx';
import { SelectField, TextArea, TextField } from '../Field.tsx';
import { JsonField } from './JsonField.tsx';
import { ListField, RecordField } from './ListField.tsx';
import { ObjectField } from './ObjectField.tsx';
import { errorAt, type FieldProps } from './field-props.ts';
import { describeSchema, type Field } from './read-schema.ts';
import { VariantField } from './VariantField.tsx';

export function SchemaField(given: FieldProps) {
    const { schema, definitions, isRequired, path, errors } = given;
    const { field, description, isNullable } = describeSchema(schema, definitions);
    // Where it has to be there, and may be null, null is what is not given.
    const none = isRequired && isNullable ? null : undefined;
    const props = { ...given, onChange: (next: unknown) => given.onChange(next === undefined ? none : next) };
    const label = isRequired || props.isWhole ? props.label : `${props.label} (optional)`;
    const nesting = { ...props, help: description, Nested: SchemaField };
    const parts = { ...props, label, help: description, error: errorAt(errors, path) };
    switch (field.kind) {
        case 'object':
            return <ObjectField {...nesting} properties={field.properties} />;
        case 'record':
            return <RecordField {...nesting} of={field.value} names={field.names} />;
        case 'list':
            return <ListField {...nesting} item={field.item} />;
        case 'variants':
            return <VariantField {...nesting} variants={field.variants} />;
        case 'json':
            return <JsonField {...parts} />;
        default:
            return <ScalarField {...parts} field={field} />;
    }
}

interface ScalarProps extends Pick<FieldProps, 'label' | 'value' | 'onChange' | 'isRequired'> {
    field: Exclude<Field, { kind: 'object' | 'record' | 'list' | 'variants' | 'json' }>;
    help: string | undefined;
    error: string | undefined;
}

function ScalarField({ field, label, help, error, value, onChange, isRequired }: ScalarProps) {
    const shared = { label, error, ...(help !== undefined && { help }) };
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    // Nothing typed is nothing given: the server says what is missing.
    const change = (typed: string) => onChange(typed === '' ? undefined : typed);
    switch (field.kind) {
        case 'text':
            return field.input === 'long' ? (
                <TextArea {...shared} rows={4} value={text} onChange={({ target }) => change(target.value)} />
            ) : (
                <TextField
                    {...shared}
                    type={field.input === 'date' ? 'date' : 'text'}
                    inputMode={field.input === 'email' || field.input === 'url' ? field.input : 'text'}
                    autoComplete="off"
                    value={text}
                    onChange={({ target }) => change(target.value)}
                />
            );
        case 'number':
            return (
                <TextField
                    {...shared}
                    inputMode="decimal"
                    autoComplete="off"
                    value={text}
                    // Text that is not a number stays as it is, to be told so. What is typed on the
                    // way to a number, such as “1.”, is text until the field is left.
                    onChange={({ target }) =>
                        String(Number(target.value)) === target.value ? onChange(Number(target.value)) : change(target.value)
                    }
                    onBlur={({ target }) => {
                        const number = Number(target.value);
                        if (target.value.trim() !== '' && Number.isFinite(number)) onChange(number);
                    }}
                />
            );
        case 'boolean':
            return (
                <ChoiceField
                    {...shared}
                    values={[true, false]}
                    nameOf={(each) => (each === true ? 'Yes' : 'No')}
                    {...{ value, onChange, isRequired }}
                />
            );
        case 'choice':
            return <ChoiceField {...shared} values={field.values} nameOf={String} {...{ value, onChange, isRequired }} />;
        case 'choices': {
            const chosen = Array.isArray(value) ? value.map(String) : [];
            return (
                <CheckboxField
                    label={label}
                    error={error}
                    value={chosen}
                    onChange={(names) => {
                        const values = field.values.filter((each) => names.includes(String(each)));
                        onChange(values.length === 0 && !isRequired ? undefined : values);
                    }}
                    options={field.values.map((each) => ({ value: String(each), name: String(each) }))}
                />
            );
        }
    }
}

interface ChoiceProps {
    label: string;
    help?: string;
    error: string | undefined;
    values: readonly (string | number | boolean)[];
    nameOf: (value: string | number | boolean) => string;
    value: unknown;
    onChange: (value: unknown) => void;
    isRequired: boolean;
}

function ChoiceField({ values, nameOf, value, onChange, isRequired, ...shared }: ChoiceProps) {
    const place = values.findIndex((each) => each === value);
    return (
        <SelectField
            {...shared}
            value={place === -1 ? '' : String(place)}
            onChange={({ target }) => onChange(target.value === '' ? undefined : values[Number(target.value)])}
        >
            <option value="">{isRequired ? 'Choose' : 'Not given'}</option>
            {values.map((each, index) => (
                <option key={String(each)} value={index}>
                    {nameOf(each)}
                </option>
            ))}
        </SelectField>
    );
}
