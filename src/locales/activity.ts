import en from './en/activity.json' with {type: 'json'}
import {createTexts} from './texts'

export const activityTexts = createTexts({en})
