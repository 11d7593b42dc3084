import { formStories } from './story-forms.ts';
import { stories } from './story-models.ts';

/** One of every state that the end user can see. */
export const everyStory = { ...stories, ...formStories };
