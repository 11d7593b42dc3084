/** One input of the connect form. All of it is public: the widget draws the form from it. */
export interface FormField {
    type: 'string';
    title: string;
    description?: string;
    example?: string;
    /** A regular expression the whole value has to match. */
    pattern?: string;
    /**
     * `warn`: a value that does not match is accepted with a remark, as the vendor's format
     * changes.
     */
    pattern_level?: 'warn';
    format?: 'hostname' | 'uri' | 'uuid' | 'email';
    enum?: readonly string[];
    /** Labels of the choices, by value; that of `''` is for leaving an optional field out. */
    enum_labels?: Readonly<Record<string, string>>;
    optional?: boolean;
    order?: number;
    /** Pre-filled in the form. */
    default_value?: string;
    /** Not asked: the integration, the session or an import brings it. */
    hidden?: boolean;
    /** Not asked in the form: the callback, the token response or `identify` brings it. */
    automated?: boolean;
    /**
     * Drawn before and after the input, e.g. `https://` and `.zendesk.com`; not part of the value.
     */
    prefix?: string;
    suffix?: string;
    /** Anchor of this field's section in the connect guide. */
    doc_section?: string;
    /** Sealed at rest, masked in the form, answered only with the scope for credentials. */
    secret?: boolean;
    /** A key of several lines, such as PEM: its line breaks are kept. */
    multiline?: boolean;
    /** Kinds of file that hold it, as in `<input accept>`: it may be dropped instead of pasted. */
    accept?: string;
    /** Asked only while another field of the same object has this value. */
    visible_when?: { field: string; equals: string };
}

export type FormFields = Readonly<Record<string, FormField>>;
