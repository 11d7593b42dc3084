import { formStories } from './forms.ts';
import { stories } from './models.ts';

/** One of every state that the end user can see. */
export const everyStory = { ...stories, ...formStories };
