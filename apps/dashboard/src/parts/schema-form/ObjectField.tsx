import { Button } from '../Button.tsx';
import { isObject, type Property } from './read-schema.ts';
import { errorAt, hasErrorBelow, type NestingProps } from './field-props.ts';

/** So many fields that are not needed are shown at once. */
const mostOptional = 6;

export function ObjectField({ properties, help, ...props }: NestingProps & { properties: readonly Property[] }) {
    const { label, path, value, onChange, errors, isRequired, isWhole = false } = props;
    const fields = <Fields {...props} properties={properties} />;
    if (isWhole) return fields;
    if (!isRequired && value === undefined)
        return (
            <div>
                <Button onClick={() => onChange({})}>Add {label}</Button>
            </div>
        );
    const error = errorAt(errors, path);
    return (
        <fieldset className="flex flex-col gap-4 rounded-card border border-hairline p-4">
            <legend className="px-1 font-semibold">{label}</legend>
            {help !== undefined && <p className="text-small text-text-2">{help}</p>}
            {error !== undefined && <p className="text-small text-danger">{error}</p>}
            {fields}
            {!isRequired && (
                <div>
                    <Button look="quiet" onClick={() => onChange(undefined)}>
                        Remove {label}
                    </Button>
                </div>
            )}
        </fieldset>
    );
}

function Fields({ properties, ...props }: Omit<NestingProps, 'schema' | 'label' | 'help'> & { properties: readonly Property[] }) {
    const { definitions, path, value, onChange, errors, Nested } = props;
    const object = isObject(value) ? value : {};
    const one = ({ name, schema, isRequired }: Property) => (
        <Nested
            key={name}
            label={wordsOf(name)}
            path={[...path, name]}
            value={object[name]}
            onChange={(next) => {
                const { [name]: _, ...others } = object;
                onChange(next === undefined ? others : { ...object, [name]: next });
            }}
            {...{ schema, isRequired, definitions, errors }}
        />
    );
    const needed = properties.filter(({ isRequired }) => isRequired);
    const optional = properties.filter(({ isRequired }) => !isRequired);
    const isShown = optional.some(({ name }) => object[name] !== undefined || hasErrorBelow(errors, [...path, name]));
    return (
        <>
            {needed.map(one)}
            {optional.length > mostOptional ? (
                <details open={isShown || undefined}>
                    <summary className="cursor-pointer font-semibold">{optional.length} optional fields</summary>
                    <div className="flex flex-col gap-4 pt-4">{optional.map(one)}</div>
                </details>
            ) : (
                optional.map(one)
            )}
        </>
    );
}

/** As “First name” for `first_name`. */
function wordsOf(name: string): string {
    const words = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
    return words.charAt(0).toUpperCase() + words.slice(1);
}
