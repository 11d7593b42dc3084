/** One thing wrong with an input. `path` leads to the field, numbers as text. */
export interface Issue {
    code: string;
    message: string;
    path: string[];
}
