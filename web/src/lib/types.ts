/** The server's forms under the names that the page uses. They are made from its OpenAPI document in the build. */
import type { components } from './schema';

type Forms = components['schemas'];

export type GameSummary = Forms['GameSummary'];
export type GameInfo = Forms['GameInfo'];
export type Scenario = Forms['ScenarioInfo'];
export type Option = Forms['OptionInfo'];
export type SeatOffer = Forms['SeatOffer'];
export type BotLevel = Forms['BotInfo'];
export type Verb = Forms['VerbInfo'];
export type Hints = Forms['Hints'];
export type Board = Forms['BoardInfo'];
export type Cell = Forms['CellInfo'];
export type Legend = Forms['LegendEntry'];
export type Place = Forms['PlaceInfo'];
export type CaseIndex = Forms['CasesAnswer'];
export type CaseNote = Forms['CaseInfo'];
export type TableFile = Forms['TableInfo'];
export type Cover = Forms['CoverInfo'];
export type ValuesInfo = Forms['ValuesInfo'];
export type Health = Forms['Health'];
export type TablesAnswer = Forms['TablesAnswer'];

export type NewMatch = Partial<Forms['NewMatch']> & Pick<Forms['NewMatch'], 'game'>;
export type Started = Forms['Created'];
export type Joined = Forms['Joined'];
export type MatchSummary = Forms['MatchSummary'];
export type MatchState = Forms['MatchState'];
export type Now = Forms['Now'];
export type AddToDice = Partial<Forms['AddToDice']>;
export type DiceInfo = Forms['DiceInfo'];
export type TableKey = Forms['TableKey'];
export type Asked = Forms['Asked'];
export type Seat = Forms['SeatInfo'];
export type Marker = Forms['MarkerInfo'];
export type Arrow = Forms['ArrowInfo'];
export type Fact = Forms['FactRow'];
export type Coming = Forms['ComingRow'];
export type Award = Forms['PointsRow'];
export type Outcome = Forms['OutcomeInfo'];
export type RefereeAnswer = Forms['RefereeAnswer'];
export type Covered = Forms['CoveredInfo'];
/** A unit; `covered` marks one that the page has made from a counter which the viewer cannot identify. */
export type Unit = Forms['UnitInfo'] & { covered?: boolean };

export type Subject = Forms['SubjectInfo'];
export type ActionItem = Forms['ActionInfo'];
export type ActionParts = Forms['ActionParts'];
export type ActionsAnswer = Forms['ActionsAnswer'];
export type ActionAnswer = Forms['ActionAnswer'];
export type Ruling = Forms['RulingAnswer'];
export type CheckAnswer = Forms['CheckAnswer'];
export type PreviewAnswer = Forms['PreviewAnswer'];
export type Chance = Forms['ChanceInfo'];
export type Target = Forms['TargetInfo'];
export type ProspectsAnswer = Forms['ProspectsAnswer'];
export type Prospect = Forms['ProspectInfo'];
export type UndoAnswer = Forms['UndoAnswer'];
export type WhyAnswer = Forms['WhyAnswer'];
export type GameEvent = Forms['EventInfo'];
export type LogEntry = Forms['LogEntry'];
export type Overlay = Forms['OverlayInfo'];
export type OverlaysAnswer = Forms['OverlaysAnswer'];
export type Change = Forms['Change'];
export type Greeting = Forms['Greeting'];
export type Thinking = Forms['Thinking'];
export type ErrorAnswer = Forms['ErrorAnswer'];
