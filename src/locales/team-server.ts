import en from './en/team-server.json' with {type: 'json'}
import {createTexts} from './texts'

export const serverTexts = createTexts({en})
