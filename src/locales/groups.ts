import en from './en/groups.json' with {type: 'json'}
import {createTexts} from './texts'

export const groupsTexts = createTexts({en})
