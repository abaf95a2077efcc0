#if canImport(ActivityKit) && canImport(UIKit)
public import ActivityKit
public import BellhopModel

extension SessionAttributes: ActivityAttributes {
    public typealias ContentState = LiveActivityState
}
#endif
