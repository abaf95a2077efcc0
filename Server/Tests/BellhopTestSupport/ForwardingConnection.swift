public import BellhopSQL

/// A connection that forwards every call. Subclasses observe calls or let them fail.
open class ForwardingConnection: SQLConnection {
    public let base: any SQLConnection

    public init(_ base: any SQLConnection) { self.base = base }

    public var dialect: SQLDialect { base.dialect }
    public var changesCount: Int { base.changesCount }
    public var isInsideTransaction: Bool { base.isInsideTransaction }
    open var isUsable: Bool { base.isUsable }
    public var cancellation: @Sendable (Bool) -> Void { base.cancellation }

    open func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws { try base.run(sql, arguments, read) }

    open func execute(script: String) throws { try base.execute(script: script) }
    open func transaction<Value>(_ work: () throws -> Value) throws -> Value { try base.transaction(work) }
    open func snapshot<Value>(_ work: () throws -> Value) throws -> Value { try base.snapshot(work) }
    open func queryPlan(of sql: String) throws -> [String] { try base.queryPlan(of: sql) }
}
