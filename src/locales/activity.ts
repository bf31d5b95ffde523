import en from './en/activity.json'
import {createTexts} from './texts'

export const activityTexts = createTexts({en})
